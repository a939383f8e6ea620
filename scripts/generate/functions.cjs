// serverless.yml can load CommonJS only.
module.exports = async () => (await import('./functions.ts')).listFunctions();
