/** The deployments that a policy allows: one stage in one region, and the key of its table where it has one. */
export interface Deployment {
  readonly stage: string;
  readonly region: string;
  readonly parameters: ReadonlyMap<string, string>;
}

interface Statement {
  readonly Sid: string;
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** A policy as IAM takes it. */
interface Policy {
  readonly Version: '2012-10-17';
  readonly Statement: readonly Statement[];
}

/** The most characters of a managed policy. IAM does not count white space. */
export const MOST_CHARACTERS = 6144;

/** CloudFormation begins the names that it makes with this many characters of the stack's name. */
const STACK_IN_NAMES = 24;

/**
 * The policy of the person who deploys a stage: what the framework calls, and what CloudFormation does in his name to
 * create, change, tag and remove each type of resource. API Gateway's resources have no names: the policy allows all of
 * the account in the region. tests/scripts/package/policy.ts compares it with the template.
 */
export function policyFor(deployment: Deployment): Policy {
  const { stage, region, parameters } = deployment;
  const stack = `catering-${stage}`;
  const arn = arnsOf(region);
  const table = parameters.get('table') || stack;
  const key = parameters.get('tableKeyArn');
  return {
    Version: '2012-10-17',
    Statement: [
      ...statementsOfStack(stack, region),
      ...statementsOfGateway(region),
      allow('Table', 'dynamodb', TABLE, arn('dynamodb', `table/${stack}`)),
      allow('WhetherEmpty', 'dynamodb', 'BatchGetItem GetItem Query', arn('dynamodb', `table/${table}`)),
      allow('Logs', 'logs', LOGS, arn('logs', `log-group:/catering/${stage}*`)),
      allow('AllLogs', 'logs', LOGS_OF_ALL, '*'),
      allow('Schedule', 'events', RULE, arn('events', `rule/${stack}-*`)),
      allow('DeadLetters', 'sqs', QUEUE, arn('sqs', `${stack}-*`)),
      allow('Alarms', 'cloudwatch', ALARM, arn('cloudwatch', `alarm:${stack}-*`)),
      allow('Dashboard', 'cloudwatch', DASHBOARD, arn('cloudwatch', `dashboard/${stack}`, '')),
      allow('AlarmTopic', 'sns', TOPIC, arn('sns', `${stack}-alarms`)),
      allow('SigningKeys', 'ssm', PARAMETER, arn('ssm', `parameter/catering/${stage}/signing-keys`)),
      ...(key ? [allow('TableKey', 'kms', KEY, key)] : []),
    ],
  };
}

function statementsOfStack(stack: string, region: string): Statement[] {
  const arn = arnsOf(region);
  const bucket = arn('s3', `${stack.toLowerCase().slice(0, STACK_IN_NAMES)}*`, '', '');
  const roles = ['reader', 'writer'].map((name) => arn('iam', `role/${stack}-${region}-${name}`, ''));
  return [
    allow('Stack', 'cloudformation', STACK, arn('cloudformation', `stack/${stack}/*`)),
    allow('Template', 'cloudformation', 'ValidateTemplate', '*'),
    allow('Bucket', 's3', BUCKET, bucket),
    allow('Archives', 's3', 'DeleteObject DeleteObjectVersion GetObject PutObject', `${bucket}/*`),
    allow('Functions', 'lambda', FUNCTION, arn('lambda', `function:${stack}-*`)),
    allow('Roles', 'iam', ROLE, roles),
    {
      ...allow('RolesOfFunctions', 'iam', 'PassRole', roles),
      Condition: { StringEquals: { 'iam:PassedToService': 'lambda.amazonaws.com' } },
    },
  ];
}

function statementsOfGateway(region: string): Statement[] {
  const arn = arnsOf(region);
  const paths = ['apis', 'apis/*', 'domainnames', 'domainnames/*', 'tags/*'];
  const actions = 'DELETE GET PATCH POST PUT TagResource UntagResource';
  const resources = paths.map((path) => arn('apigateway', `/${path}`, region, ''));
  return [allow('Gateway', 'apigateway', actions, resources)];
}

function allow(sid: string, service: string, actions: string, resource: Statement['Resource']): Statement {
  const named = actions.split(' ').map((action) => `${service}:${action}`);
  return { Sid: sid, Effect: 'Allow', Action: named, Resource: resource };
}

/** Makes ARNs in a region's partition, by default in that region and for any account. */
function arnsOf(region: string) {
  const partition = partitionOf(region);
  return (service: string, name: string, place = region, account = '*') =>
    `arn:${partition}:${service}:${place}:${account}:${name}`;
}

/** Reads of the stack's own resources reveal nothing new. They are given by prefixes, to be few. */
const STACK = [
  'CreateChangeSet CreateStack DeleteChangeSet DeleteStack Describe* ExecuteChangeSet GetTemplate ListStackResources',
  'TagResource UntagResource UpdateStack',
].join(' ');
const BUCKET = [
  'CreateBucket DeleteBucket DeleteBucketPolicy DeleteBucketTagging Get* List* PutBucketPolicy',
  'PutBucketPublicAccessBlock PutBucketTagging PutEncryptionConfiguration TagResource UntagResource',
].join(' ');
const FUNCTION = [
  'AddPermission CreateFunction DeleteFunction Get* ListTags RemovePermission TagResource UntagResource',
  'UpdateFunctionCode UpdateFunctionConfiguration',
].join(' ');
const ROLE = [
  'CreateRole DeleteRole DeleteRolePolicy Get* List* PutRolePolicy TagRole UntagRole UpdateAssumeRolePolicy UpdateRole',
  'UpdateRoleDescription',
].join(' ');
/** The policy never allows to delete the table with the stack: that is a step of its own, in DEPLOYING.md. */
const TABLE = [
  'CreateTable Describe* ListTagsOfResource TagResource UntagResource UpdateContinuousBackups UpdateTable',
  'UpdateTimeToLive',
].join(' ');
const LOGS = [
  'CreateLogGroup DeleteLogGroup GetDataProtectionPolicy ListTags* PutRetentionPolicy TagLogGroup TagResource',
  'UntagLogGroup UntagResource',
].join(' ');
/**
 * Lists of all log groups, and what the gateway needs for its log of requests (`accessLogs`): neither has a resource.
 */
const LOGS_OF_ALL = [
  'CreateLogDelivery DeleteLogDelivery DescribeLogGroups DescribeResourcePolicies GetLogDelivery ListLogDeliveries',
  'PutResourcePolicy UpdateLogDelivery',
].join(' ');
const RULE = 'DeleteRule DescribeRule List* PutRule PutTargets RemoveTargets TagResource UntagResource';
const QUEUE = 'CreateQueue DeleteQueue Get* ListQueueTags SetQueueAttributes TagQueue UntagQueue';
const ALARM = 'DeleteAlarms DescribeAlarms PutMetricAlarm TagResource UntagResource';
const DASHBOARD = 'DeleteDashboards GetDashboard PutDashboard';
const TOPIC = 'CreateTopic DeleteTopic Get* List* SetTopicAttributes Subscribe TagResource Unsubscribe UntagResource';
const PARAMETER = 'AddTagsToResource GetParameter PutParameter';
const KEY = 'CreateGrant Decrypt Describe* Encrypt GenerateDataKey Get* List* RevokeGrant';

function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}
