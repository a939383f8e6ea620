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
    const renew = async () => {
      const { renewOutputs } = await import('./renew.ts');
      await renewOutputs(serviceDir);
    };
    const pack = async (names) => {
      await bundleAll(serviceDir);
      for (const name of names) await packFunction(serviceDir, name, service.functions[name]);
    };
    // Checking the settings takes a quarter of a local start. They are checked when they are packaged.
    if (isLocal) serverless.configSchemaHandler.validateConfig = async () => {};
    this.hooks = {
      initialize: async () => {
        if (!isLocal) await checkParameters(serverless, options);
        readOrigins(service.provider.httpApi, isLocal ? ['*'] : []);
        // Local functions run in this process and see its environment. References to the cloud must not hide it.
        if (isLocal) service.provider.environment = {};
        silenceAlarms(service.resources.Resources);
        // The tags of the stack, and of its bucket until the template tags that, too.
        if (!isLocal) service.provider.stackTags = Object.fromEntries(await tagsOf(serverless, options));
      },
      'before:offline:start': renew,
      'before:offline:start:init': renew,
      'after:offline:start:init': () => answerInEnvelope(serverless.pluginManager.plugins),
      'before:package:createDeploymentArtifacts': () => pack(Object.keys(service.functions)),
      'before:package:function:package': () => pack([options.function]),
      'after:aws:package:finalize:mergeCustomProviderResources': async () => {
        const { tagResources } = await import('../deploy/tags.ts');
        tagResources(service.provider.compiledCloudFormationTemplate.Resources, await tagsOf(serverless, options));
      },
    };
  }
}

/** A function with a wrong setting would answer 500 to everything: so no template is made with a wrong parameter. */
async function checkParameters({ configurationInput, service, classes }, options) {
  const { demandParameters } = await import('../deploy/parameters.ts');
  try {
    demandParameters(valuesOf(configurationInput, options), options.region ?? service.provider.region);
  } catch (error) {
    throw new classes.Error(error.message, 'WRONG_PARAMETERS');
  }
}

/** The values of all parameters, by name. */
function valuesOf({ params }, { param = [] }) {
  const given = [param].flat().map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]);
  return new Map([...Object.entries(params.default), ...given].map(([name, value]) => [name, String(value)]));
}

async function tagsOf({ configurationInput }, options) {
  const { readTags } = await import('../deploy/tags.ts');
  return readTags(valuesOf(configurationInput, options).get('tags'));
}

/** The framework cannot load a plugin with a top-level await, so the module is loaded here. */
async function bundleAll(root) {
  const { bundleFunctions } = await import('./main.ts');
  const { writeCompanions } = await import('./companions.ts');
  await Promise.all([bundleFunctions({ root, sourceMaps: true }), writeCompanions(root)]);
}

/** Finds the gateway of serverless-offline by a method that no other plugin has. */
async function answerInEnvelope(plugins) {
  const offline = plugins.find((plugin) => typeof plugin.internals === 'function');
  const answers = await import('../start/gateway-answers.ts');
  answers.answerInEnvelope(offline.internals().getApiGatewayServer());
}

/**
 * Names the archive of a function. Otherwise the framework would search the whole folder, with node_modules, for each
 * function.
 */
async function packFunction(serviceDir, name, definition) {
  const { archiveFiles } = await import('./archive.ts');
  const artifact = join(serviceDir, '.serverless', `${name}.zip`);
  const files = ['.mjs', '.json'].map((ending) => definition.handler.replace(/\.\w+$/, ending));
  // Few functions have a file beside their bundle.
  const present = files.filter((file) => existsSync(join(serviceDir, file)));
  await archiveFiles(serviceDir, present, artifact);
  definition.package = { ...definition.package, artifact };
}

/**
 * A parameter is one text: its origins, separated by commas, become a list. Without an origin there is no CORS at all.
 */
function readOrigins(httpApi, fallback) {
  const text = [httpApi.cors.allowedOrigins].flat().join();
  const named = text
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);
  const origins = named.length > 0 ? named : fallback;
  if (origins.length > 0) httpApi.cors.allowedOrigins = origins;
  else delete httpApi.cors;
}

/** Without an address for alarms, there is no topic, and alarms have no actions. */
function silenceAlarms(resources) {
  if (resources.AlarmSubscription.Properties.Endpoint !== '') return;
  delete resources.AlarmSubscription;
  delete resources.AlarmTopic;
  for (const { Type, Properties } of Object.values(resources)) {
    if (Type !== 'AWS::CloudWatch::Alarm') continue;
    delete Properties.AlarmActions;
    delete Properties.OKActions;
  }
}
