import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Bundles the functions before anything runs or packages them, and packages each alone: its bundle, and the files that
 * it reads.
 */
export default class BundlePlugin {
  constructor(serverless, options) {
    const { serviceDir, service, processedInput } = serverless;
    const isLocal = processedInput.commands[0] === 'offline';
    const pack = async (functionNames) => {
      await bundleAll(serviceDir);
      for (const name of functionNames) await packFunction(serviceDir, name, service.functions[name]);
    };
    const writeCompanionFiles = async () => {
      const { writeCompanions } = await import('./companions.ts');
      await writeCompanions(serviceDir);
    };
    // Checking the settings takes a quarter of a local start. They are checked when they are packaged.
    if (isLocal) serverless.configSchemaHandler.validateConfig = async () => {};
    this.hooks = {
      initialize: async () => {
        if (isLocal) {
          requireStart();
          // Where the disk is full, the service must go on without its log.
          for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
          hideTokens(process.stdout, process.stderr);
        } else await checkParameters(serverless, options);
        readOrigins(service.provider.httpApi, isLocal ? ['*'] : []);
        // Local functions run in this process and see its environment. References to the cloud must not hide it.
        if (isLocal) service.provider.environment = {};
        for (const definition of Object.values(service.functions)) {
          if (isLocal) definition.handler = toLocalHandler(definition);
          else reserveConcurrency(definition, service.custom.heavyConcurrency);
        }
      },
      // Functions run from their sources, and read the files that the build puts beside bundles.
      'before:offline:start': writeCompanionFiles,
      'before:offline:start:init': writeCompanionFiles,
      'after:offline:start:init': async () => {
        const { behaveLikeTheCloud } = await import('../start/like-the-cloud.ts');
        // Only serverless-offline has internals.
        const [offline] = serverless.pluginManager.getPlugins().filter((plugin) => 'internals' in plugin);
        behaveLikeTheCloud(offline.internals().getApiGatewayServer());
      },
      'before:package:createDeploymentArtifacts': () => pack(Object.keys(service.functions)),
      'before:package:function:package': () => pack([options.function]),
      'after:package:compileEvents': () => finishTemplate(service),
    };
  }
}

/** Leaves tokens out of the log. The gateway logs each path, and whoever knows the token of a screen or link can open it. */
function hideTokens(...streams) {
  for (const stream of streams) {
    const write = stream.write.bind(stream);
    stream.write = (chunk, ...rest) =>
      write(String(chunk).replace(/(?<!\/api)(\/(?:screen|print)\/)[^\s/?"{]+/g, '$1…'), ...rest);
  }
}

/** Without the settings that `npm start` gives, every function would answer 500. */
function requireStart() {
  if (process.env.CATERING_TABLE !== undefined) return;
  process.stderr.write('Run npm start: it starts this gateway, with a DynamoDB and the settings of the functions\n');
  process.exit(1);
}

/** Whether a function takes long. Only such functions set their memory. */
const isHeavy = ({ memorySize }) => memorySize !== undefined;

/** Names the handler that runs a function locally: a heavy one in a thread. */
function toLocalHandler(definition) {
  const [, noun, file] = definition.handler.match(/^functions\/(.+)\/(.+)\.handler$/) ?? [];
  return `scripts/start/local-functions.${isHeavy(definition) ? 'handlersInThread' : 'handlersInProcess'}.${noun}:${file}`;
}

/** A heavy function may take no more than its share of the account's concurrency, where one is given. */
function reserveConcurrency(definition, share) {
  if (isHeavy(definition) && share !== '') definition.reservedConcurrency = Number(share);
}

/** Replaces the framework's permission for each function, and its one limit for all routes. */
async function finishTemplate({ provider, custom }) {
  const { toLimits, shapeGateway } = await import('./gateway-template.ts');
  const { collectDeclarations } = await import('../generate/declarations.ts');
  const { endpoints } = await collectDeclarations();
  const publicEndpoints = endpoints.filter(({ declaration }) => declaration.callers === 'public');
  const publicRouteKeys = new Set(publicEndpoints.map(({ declaration }) => declaration.route));
  shapeGateway(provider.compiledCloudFormationTemplate, publicRouteKeys, toLimits(custom.rateLimit));
}

/** Refuses wrong parameters before a template is made. A function with a wrong setting would answer 500 to everything. */
async function checkParameters({ configurationInput, service, classes }, options) {
  const { requireParameters } = await import('../deploy/parameters.ts');
  try {
    requireParameters(collectParameterValues(configurationInput, options), options.region ?? service.provider.region);
  } catch (error) {
    throw new classes.Error(error.message, 'WRONG_PARAMETERS');
  }
}

/** The values of all parameters, by name: the defaults, or what the command line has given. */
function collectParameterValues({ params }, { param = [] }) {
  const given = [param].flat().map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]);
  return new Map([...Object.entries(params.default), ...given].map(([name, value]) => [name, String(value)]));
}

/** The framework cannot load a plugin with a top-level await, so the module is loaded here. */
async function bundleAll(root) {
  const { bundleFunctions, listSources } = await import('./main.ts');
  const { writeCompanions } = await import('./companions.ts');
  await Promise.all([listSources(root).then((sources) => bundleFunctions(sources, { root })), writeCompanions(root)]);
}

/**
 * Names the archive of a function. Otherwise the framework would search the whole folder, with node_modules, for each
 * function.
 */
async function packFunction(serviceDir, name, definition) {
  const { archiveFiles } = await import('./archive.ts');
  const artifact = join(serviceDir, '.serverless', `${name}.zip`);
  const source = definition.handler.replace(/\.\w+$/, '');
  const files = new Map([[`${source}.mjs`, join(serviceDir, '.build', `${source}.mjs`)]]);
  // A few functions read a file of this name beside their bundle.
  const companion = `.build/${source}.json`;
  if (existsSync(join(serviceDir, companion))) files.set(companion, join(serviceDir, companion));
  await archiveFiles(files, artifact);
  definition.package = { ...definition.package, artifact };
}

/** Turns the parameter's text, origins separated by commas, into a list. Without an origin there is no CORS at all. */
function readOrigins(httpApi, defaultOrigins) {
  const texts = [httpApi.cors.allowedOrigins].flat().join().split(',');
  const namedOrigins = texts.map((text) => text.trim()).filter(Boolean);
  const origins = namedOrigins.length > 0 ? namedOrigins : defaultOrigins;
  if (origins.length > 0) httpApi.cors.allowedOrigins = origins;
  else delete httpApi.cors;
}
