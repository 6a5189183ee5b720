/** The bundle, beside the Dockerfile and in the image. */
export const bundleFile = "customhouse.cjs";

/**
 * The Dockerfile: the bundle on a base image that has Node 24 and nothing else, no shell either. Its Node is at
 * `/nodejs/bin/node`, and its user `nonroot` has the id 65532.
 */
export const dockerfile = `# docker buildx build --platform linux/amd64,linux/arm64 --tag IMAGE --push FOLDER
# The bundle is JavaScript alone, so both platforms get the same file. Pin the base by its digest: BASE=…@sha256:…
ARG BASE=gcr.io/distroless/nodejs24-debian12:nonroot
FROM \${BASE}
WORKDIR /app
COPY ${bundleFile} /app/${bundleFile}
USER 65532:65532
EXPOSE 8443 9090
ENTRYPOINT ["/nodejs/bin/node", "/app/${bundleFile}"]
`;

/** What `docker build` sees of the folder. */
export const dockerignore = `*
!Dockerfile
!${bundleFile}
`;
