/** How each type of resource takes its tags: as a list of Key and Value, as an object, or not at all. */
const forms: Readonly<Record<string, 'list' | 'object' | 'none'>> = {
  'AWS::ApiGatewayV2::Api': 'object',
  'AWS::ApiGatewayV2::ApiMapping': 'none',
  'AWS::ApiGatewayV2::DomainName': 'object',
  'AWS::ApiGatewayV2::Integration': 'none',
  'AWS::ApiGatewayV2::Route': 'none',
  'AWS::ApiGatewayV2::Stage': 'object',
  'AWS::CloudWatch::Alarm': 'list',
  'AWS::CloudWatch::Dashboard': 'none',
  'AWS::DynamoDB::Table': 'list',
  'AWS::Events::Rule': 'list',
  'AWS::IAM::Role': 'list',
  'AWS::Lambda::Function': 'list',
  'AWS::Lambda::Permission': 'none',
  'AWS::Logs::LogGroup': 'list',
  'AWS::S3::Bucket': 'list',
  'AWS::S3::BucketPolicy': 'none',
  'AWS::SNS::Subscription': 'none',
  'AWS::SNS::Topic': 'list',
  'AWS::SQS::Queue': 'list',
  'AWS::SQS::QueuePolicy': 'none',
};

/** Names that all services accept; some would accept more. */
const NAME = /^(?!aws:)[\p{L}\p{N} +\-._:/@]{1,128}$/iu;
const VALUE = /^[\p{L}\p{N} +\-._:/@]{0,256}$/u;
/** AWS accepts 50 tags per resource, some of them its own. */
export const MOST_TAGS = 40;

/** The tags of a text, by name; undefined where the text is wrong. */
export function readTags(text: string): ReadonlyMap<string, string> | undefined {
  if (text === '') return new Map();
  const pairs = text.split(',').map((part) => part.split('='));
  const tags = new Map(pairs.map(([name = '', value = '']) => [name.trim(), value.trim()]));
  const isRight = [...tags].every(([name, value]) => NAME.test(name) && VALUE.test(value));
  const isWhole = pairs.every(({ length }) => length === 2) && tags.size === pairs.length;
  return isRight && isWhole && tags.size <= MOST_TAGS ? tags : undefined;
}

interface Resource {
  readonly Type: string;
  Properties?: Record<string, unknown>;
}

/**
 * Puts the tags on each resource of a template that takes some.
 * @throws Error for a type that is not listed above.
 */
export function tagResources(resources: Readonly<Record<string, Resource>>, tags: ReadonlyMap<string, string>): void {
  if (tags.size === 0) return;
  const list = [...tags].map(([Key, Value]) => ({ Key, Value }));
  for (const resource of Object.values(resources)) {
    const form = forms[resource.Type];
    if (form === undefined) throw new Error(`Say in scripts/deploy/tags.ts how ${resource.Type} takes tags`);
    if (form === 'none') continue;
    resource.Properties = { ...resource.Properties, Tags: form === 'list' ? list : Object.fromEntries(tags) };
  }
}
