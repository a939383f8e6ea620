// The local gateway would compile a TypeScript module by a loader of its own.
module.exports = require('./local-functions.ts');
