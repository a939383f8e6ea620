import * as gateway from '@aws-sdk/client-apigatewayv2';
import { CloudWatchClient, DescribeAlarmsCommand, GetDashboardCommand } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient, DescribeLogGroupsCommand } from '@aws-sdk/client-cloudwatch-logs';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import { DescribeRuleCommand, EventBridgeClient, ListTargetsByRuleCommand } from '@aws-sdk/client-eventbridge';
import { GetRoleCommand, GetRolePolicyCommand, IAMClient, ListRolePoliciesCommand } from '@aws-sdk/client-iam';
import { GetFunctionConfigurationCommand, GetPolicyCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as s3 from '@aws-sdk/client-s3';
import { GetTopicAttributesCommand, ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';

/** A resource as its service describes it, with the names of templates. */
export type Found = Readonly<Record<string, unknown>>;

/** A resource to read: its physical name, and its properties with resolved references. */
export interface Sought {
  readonly id: string;
  readonly properties: Found;
}

const Statements = z.object({ Statement: z.array(z.record(z.string(), z.unknown())) });

/** How each type of resource is read back from its own service. A new type in the template needs an entry here. */
export function makeReaders(region: string): Readonly<Record<string, (sought: Sought) => Promise<Found>>> {
  const api = new gateway.ApiGatewayV2Client({ region });
  const apiOf = ({ properties }: Sought) => ({ ApiId: String(properties['ApiId']) });
  return {
    'AWS::DynamoDB::Table': ({ id }) => readTable(new dynamodb.DynamoDBClient({ region }), id),
    'AWS::IAM::Role': ({ id }) => readRole(new IAMClient({ region }), id),
    'AWS::Lambda::Function': ({ id }) => readFunction(new LambdaClient({ region }), id),
    'AWS::Lambda::Permission': (sought) => readPermission(new LambdaClient({ region }), sought),
    'AWS::ApiGatewayV2::Api': async ({ id }) => ({ ...(await api.send(new gateway.GetApiCommand({ ApiId: id }))) }),
    'AWS::ApiGatewayV2::Stage': async (sought) => ({
      ...apiOf(sought),
      ...(await api.send(new gateway.GetStageCommand({ ...apiOf(sought), StageName: sought.id }))),
    }),
    'AWS::ApiGatewayV2::Integration': async (sought) => ({
      ...apiOf(sought),
      ...(await api.send(new gateway.GetIntegrationCommand({ ...apiOf(sought), IntegrationId: sought.id }))),
    }),
    'AWS::ApiGatewayV2::Route': async (sought) => ({
      ...apiOf(sought),
      ...(await api.send(new gateway.GetRouteCommand({ ...apiOf(sought), RouteId: sought.id }))),
    }),
    'AWS::ApiGatewayV2::DomainName': async ({ id }) => ({
      ...(await api.send(new gateway.GetDomainNameCommand({ DomainName: id }))),
    }),
    'AWS::ApiGatewayV2::ApiMapping': async ({ id, properties }) => {
      const DomainName = String(properties['DomainName']);
      return { DomainName, ...(await api.send(new gateway.GetApiMappingCommand({ DomainName, ApiMappingId: id }))) };
    },
    'AWS::CloudWatch::Alarm': ({ id }) => readAlarm(new CloudWatchClient({ region }), id),
    'AWS::CloudWatch::Dashboard': async ({ properties: { DashboardName } }) => ({
      ...(await new CloudWatchClient({ region }).send(
        new GetDashboardCommand({ DashboardName: String(DashboardName) }),
      )),
    }),
    'AWS::Events::Rule': ({ id }) => readRule(new EventBridgeClient({ region }), id),
    'AWS::Logs::LogGroup': ({ id }) => readLogGroup(new CloudWatchLogsClient({ region }), id),
    'AWS::S3::Bucket': ({ id }) => readBucket(new s3.S3Client({ region }), id),
    'AWS::S3::BucketPolicy': async ({ properties: { Bucket } }) => {
      const { Policy } = await new s3.S3Client({ region }).send(
        new s3.GetBucketPolicyCommand({ Bucket: String(Bucket) }),
      );
      return { Bucket, PolicyDocument: JSON.parse(Policy ?? '{}') };
    },
    'AWS::SQS::Queue': (
      { id }, // The address that moto tells of a queue is that of AWS.
    ) => readQueue(new SQSClient({ region, useQueueUrlAsEndpoint: false }), id),
    'AWS::SNS::Topic': ({ id }) => readTopic(new SNSClient({ region }), id),
  };
}

async function readTable(client: dynamodb.DynamoDBClient, TableName: string): Promise<Found> {
  const { Table } = await client.send(new dynamodb.DescribeTableCommand({ TableName }));
  const { TimeToLiveDescription: ttl } = await client.send(new dynamodb.DescribeTimeToLiveCommand({ TableName }));
  const backups = await client.send(new dynamodb.DescribeContinuousBackupsCommand({ TableName }));
  const recovery = backups.ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
  return {
    ...Table,
    Arn: Table?.TableArn,
    BillingMode: Table?.BillingModeSummary?.BillingMode,
    TimeToLiveSpecification: { AttributeName: ttl?.AttributeName, Enabled: ttl?.TimeToLiveStatus === 'ENABLED' },
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: recovery === 'ENABLED' },
  };
}

/** Parses a policy in JSON, or as Python prints it: moto keeps CloudFormation's policies in that form. */
function toDocument(text = '{}'): unknown {
  const plain = decodeURIComponent(text);
  return JSON.parse(plain.startsWith("{'") ? plain.replaceAll("'", '"') : plain);
}

async function readRole(client: IAMClient, RoleName: string): Promise<Found> {
  const { Role } = await client.send(new GetRoleCommand({ RoleName }));
  const { PolicyNames = [] } = await client.send(new ListRolePoliciesCommand({ RoleName }));
  const policies = PolicyNames.map(async (PolicyName) => {
    const { PolicyDocument } = await client.send(new GetRolePolicyCommand({ RoleName, PolicyName }));
    return { PolicyName, PolicyDocument: toDocument(PolicyDocument) };
  });
  const AssumeRolePolicyDocument = toDocument(Role?.AssumeRolePolicyDocument);
  return { ...Role, AssumeRolePolicyDocument, Policies: await Promise.all(policies) };
}

async function readFunction(client: LambdaClient, FunctionName: string): Promise<Found> {
  const found = await client.send(new GetFunctionConfigurationCommand({ FunctionName }));
  return { ...found, Arn: found.FunctionArn };
}

async function readPermission(client: LambdaClient, { properties }: Sought): Promise<Found> {
  const FunctionName = String(properties['FunctionName']);
  const { Policy = '{"Statement":[]}' } = await client.send(new GetPolicyCommand({ FunctionName }));
  const [statement = {}] = Statements.parse(JSON.parse(Policy)).Statement;
  const { Action, Principal, Condition, Resource } = statement;
  const source: unknown = Object(Object(Condition)['ArnLike'])['AWS:SourceArn'];
  const service: unknown = Object(Principal)['Service'] ?? Principal;
  return { FunctionName: Resource, Action, Principal: service, SourceArn: source };
}

async function readAlarm(client: CloudWatchClient, name: string): Promise<Found> {
  const { MetricAlarms: [alarm] = [] } = await client.send(new DescribeAlarmsCommand({ AlarmNames: [name] }));
  return { ...alarm, Arn: alarm?.AlarmArn };
}

async function readRule(client: EventBridgeClient, id: string): Promise<Found> {
  const Name = id.split('/').at(-1);
  const rule = await client.send(new DescribeRuleCommand({ Name }));
  const { Targets } = await client.send(new ListTargetsByRuleCommand({ Rule: Name }));
  return { ...rule, Targets };
}

async function readLogGroup(client: CloudWatchLogsClient, name: string): Promise<Found> {
  const { logGroups = [] } = await client.send(new DescribeLogGroupsCommand({ logGroupNamePrefix: name }));
  const group = logGroups.find(({ logGroupName }) => logGroupName === name);
  return { LogGroupName: group?.logGroupName, RetentionInDays: group?.retentionInDays, Arn: group?.arn };
}

async function readBucket(client: s3.S3Client, Bucket: string): Promise<Found> {
  // S3 answers with an error if a bucket does not have the property.
  const [encryption, access] = await Promise.all([
    client.send(new s3.GetBucketEncryptionCommand({ Bucket })).catch(() => undefined),
    client.send(new s3.GetPublicAccessBlockCommand({ Bucket })).catch(() => undefined),
  ]);
  const rules = encryption?.ServerSideEncryptionConfiguration?.Rules?.map((rule) => ({
    ServerSideEncryptionByDefault: rule.ApplyServerSideEncryptionByDefault,
  }));
  return {
    BucketEncryption: { ServerSideEncryptionConfiguration: rules },
    PublicAccessBlockConfiguration: access?.PublicAccessBlockConfiguration,
  };
}

async function readTopic(client: SNSClient, TopicArn: string): Promise<Found> {
  const { Attributes } = await client.send(new GetTopicAttributesCommand({ TopicArn }));
  const { Subscriptions = [] } = await client.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
  return { TopicName: TopicArn.split(':').at(-1), ...Attributes, Subscription: Subscriptions };
}

async function readQueue(client: SQSClient, QueueUrl: string): Promise<Found> {
  const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  return { QueueName: QueueUrl.split('/').at(-1), Arn: Attributes?.['QueueArn'], ...Attributes };
}
