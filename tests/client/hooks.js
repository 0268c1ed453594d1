// How Node loads the client: every .js of web/static as an ES module.

/** @type {import("node:module").LoadHook} */
export function load(url, context, next) {
  const ours = url.includes("/web/static/") && url.endsWith(".js");
  return next(url, ours ? { ...context, format: "module" } : context);
}
