/**
 * Takes the place of the packages in `paths` of tsconfig.json, in the bundle and in the tests.
 * `@actions/core` and `@actions/github` load them for what this action does not use: processes
 * (`platform`), and requests that do not go over its own transport (`getIDToken`, and Octokit's
 * default `fetch`). Without them a reader of `dist` finds nothing that starts a process, and a run
 * takes less CPU time.
 */
function absent() {
  throw new Error('The toolkit calls a package that is not in the bundle: see scripts/absent.cjs.');
}

exports.getExecOutput = absent;
exports.fetch = absent;
exports.BearerCredentialHandler = absent;
// `@actions/github` creates one for Octokit's default options while it loads; `octokitRequest`
// replaces these options.
exports.HttpClient = class {
  getAgent() {}
  getAgentDispatcher() {}
  getJson = absent;
};
