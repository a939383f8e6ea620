import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Bundles the functions before anything runs or packs them, and packs each alone: its bundle, and what it reads. */
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
    this.hooks = {
      initialize: async () => {
        if (!isLocal) await checkParameters(serverless, options);
        readOrigins(service.provider.httpApi, isLocal ? ['*'] : []);
        // Local functions run in this process and see its environment; what refers to the cloud must not hide it.
        if (isLocal) service.provider.environment = {};
        silenceAlarms(service.resources.Resources);
        // The stack's own, and of the bucket until the template tags that, too.
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

/** A function that starts with a wrong setting answers 500 to everything: no template is made of one. */
async function checkParameters({ configurationInput, service, classes }, options) {
  const { demandParameters } = await import('../deploy/parameters.ts');
  try {
    demandParameters(valuesOf(configurationInput, options), options.region ?? service.provider.region);
  } catch (error) {
    throw new classes.Error(error.message, 'WRONG_PARAMETERS');
  }
}

/** Values of all parameters, by name. */
function valuesOf({ params }, { param = [] }) {
  const given = [param].flat().map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]);
  return new Map([...Object.entries(params.default), ...given].map(([name, value]) => [name, String(value)]));
}

async function tagsOf({ configurationInput }, options) {
  const { readTags } = await import('../deploy/tags.ts');
  return readTags(valuesOf(configurationInput, options).get('tags'));
}

/** Loaded where it is needed: the framework cannot load a plugin that waits for something at its top level. */
async function bundleAll(root) {
  const { bundleFunctions } = await import('./main.ts');
  const { writeCompanions } = await import('./companions.ts');
  await Promise.all([bundleFunctions({ root, sourceMaps: true }), writeCompanions(root)]);
}

/** The gateway of serverless-offline is found by what no other plugin offers. */
async function answerInEnvelope(plugins) {
  const offline = plugins.find((plugin) => typeof plugin.internals === 'function');
  const answers = await import('../start/gateway-answers.ts');
  answers.answerInEnvelope(offline.internals().getApiGatewayServer());
}

/** Naming the archive spares the framework a search of the whole folder, node_modules too, for each function. */
async function packFunction(serviceDir, name, definition) {
  const { archiveFiles } = await import('./archive.ts');
  const artifact = join(serviceDir, '.serverless', `${name}.zip`);
  const files = ['.mjs', '.json'].map((ending) => definition.handler.replace(/\.\w+$/, ending));
  // Few have a file beside their bundle.
  const present = files.filter((file) => existsSync(join(serviceDir, file)));
  await archiveFiles(serviceDir, present, artifact);
  definition.package = { ...definition.package, artifact };
}

/** A parameter is one text: origins separated by commas become a list, and no origin means no CORS at all. */
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

/** Where nobody is to be told, there is no topic, and alarms have no actions. */
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
