// The parameters of a project: those of params.yml, and in their place those that its serverless.yml has in custom.params.
module.exports.default = async ({ resolveVariable }) => {
  const infra = await resolveVariable("self:custom.infra");
  const usual = await resolveVariable(`file(${infra}/params.yml):default`);
  const own = (await resolveVariable("self:custom.params, null")) ?? {};
  const unknown = Object.keys(own).filter((name) => !Object.hasOwn(usual, name));
  if (unknown.length === 0) return { ...usual, ...own };
  const fault = new Error(`custom.params has ${unknown.join(", ")}, which is not a parameter`);
  // osls prints a stack where there is one; this fault is of the user's file.
  throw Object.assign(fault, { stack: undefined });
};
