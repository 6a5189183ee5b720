// The parameters of a project: those in params.yml. Values in custom.params of the project's serverless.yml replace them.
module.exports.default = async ({ resolveVariable }) => {
  const infra = await resolveVariable("self:custom.infra");
  const usual = await resolveVariable(`file(${infra}/params.yml):default`);
  const own = (await resolveVariable("self:custom.params, null")) ?? {};
  const unknown = Object.keys(own).filter((name) => !Object.hasOwn(usual, name));
  if (unknown.length === 0) return { ...usual, ...own };
  const fault = new Error(`custom.params has ${unknown.join(", ")}, which is not a parameter`);
  // Without a stack, osls prints only the message: the fault is in the user's file.
  throw Object.assign(fault, { stack: undefined });
};
