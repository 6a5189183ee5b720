/** The file name of the bundle, both beside the Dockerfile and in the image. */
export const bundleFile = "customhouse.cjs";

/**
 * The Dockerfile: the bundle on a distroless base image, which has Node 24 (`/nodejs/bin/node`) but no shell. The user
 * `nonroot` of that image has the id 65532.
 */
export const dockerfile = `# docker buildx build --platform linux/amd64,linux/arm64 --tag IMAGE --push FOLDER
# The bundle is only JavaScript, so both platforms get the same file. Pin the base by its digest: BASE=…@sha256:…
ARG BASE=gcr.io/distroless/nodejs24-debian12:nonroot
FROM \${BASE}
WORKDIR /app
COPY ${bundleFile} /app/${bundleFile}
USER 65532:65532
EXPOSE 8443 9090
ENTRYPOINT ["/nodejs/bin/node", "/app/${bundleFile}"]
`;

/** The `.dockerignore`: `docker build` reads only the Dockerfile and the bundle. */
export const dockerignore = `*
!Dockerfile
!${bundleFile}
`;
