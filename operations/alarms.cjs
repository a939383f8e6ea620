// The alarms, as resources of serverless.yml, which can load CommonJS only. DEPLOYING.md says what to do when one rings.

const FIVE_MINUTES = 300;
const HOUR = 3600;

// An alarm for each thing that can go wrong. It rings where the statistic reaches `from` so many `times` in a row.

const alarmsOfCalls = (stage) => {
  const api = { Namespace: 'AWS/ApiGateway', Dimensions: { ApiId: { Ref: 'HttpApi' }, Stage: '$default' } };
  const service = { Namespace: 'Catering', Dimensions: { service: `catering-${stage}` } };
  return {
    'server-errors': { ...api, MetricName: '5xx', from: 5, tells: 'Calls answered with 5xx in 5 minutes' },
    latency: {
      ...api,
      MetricName: 'Latency',
      // Most of the few calls at night are cold starts.
      statistic: { ExtendedStatistic: 'p95', EvaluateLowSampleCountPercentile: 'ignore' },
      times: 3,
      from: 1500,
      tells: 'Milliseconds at the gateway that 5 in 100 calls take longer than, for 15 minutes',
    },
    defects: {
      ...service,
      MetricName: 'Defect',
      from: 1,
      tells: 'Calls that failed for a defect of ours in 5 minutes',
    },
    'sign-in-lockouts': {
      ...service,
      MetricName: 'SignInLockout',
      from: 20,
      tells: 'Passwords refused unread in 5 minutes, because their users are locked',
    },
    // Guesses that are spread over many users lock none of them.
    'sign-in-failures': { ...service, MetricName: 'SignInFailure', from: 200, tells: 'Wrong passwords in 5 minutes' },
  };
};

const alarmsOfLimits = (stage, table) => {
  // Functions repeat what the table throttles: a few are no matter.
  const ofTable = { Namespace: 'AWS/DynamoDB', Dimensions: { TableName: table }, from: 50 };
  return {
    'rate-limit': {
      Namespace: 'Catering',
      Dimensions: { service: `catering-${stage}` },
      MetricName: 'RateLimited',
      from: 50,
      tells: 'Calls that the gateway refused with 429 in 5 minutes',
    },
    // All functions of an account and region share its concurrency, whose size a template cannot know. Without a
    // dimension the metric counts them all.
    concurrency: {
      Namespace: 'AWS/Lambda',
      Dimensions: {},
      MetricName: 'Throttles',
      from: 1,
      tells: 'Calls of functions in this account that found no concurrency left in 5 minutes',
    },
    'throttled-reads': {
      ...ofTable,
      MetricName: 'ReadThrottleEvents',
      tells: 'Reads that the table throttled in 5 minutes',
    },
    'throttled-writes': {
      ...ofTable,
      MetricName: 'WriteThrottleEvents',
      tells: 'Writes that the table throttled in 5 minutes',
    },
  };
};

/**
 * Counts the refusals of the gateway itself in its log. Its own metric `4xx` counts what functions refuse,
 * too. Only a field of the pattern can be a dimension.
 */
const refusals = {
  Type: 'AWS::Logs::MetricFilter',
  Properties: {
    LogGroupName: { Ref: 'HttpApiLogGroup' },
    FilterPattern: '{ ($.service = *) && ($.status = "429") && ($.functionStatus != "429") }',
    MetricTransformations: [
      {
        MetricNamespace: 'Catering',
        MetricName: 'RateLimited',
        MetricValue: '1',
        Dimensions: [{ Key: 'service', Value: '$.service' }],
      },
    ],
  },
};

const alarmsOfSweep = (stage) => {
  const hourly = { statistic: { Statistic: 'Maximum' }, period: HOUR, from: 1 };
  const service = { Namespace: 'Catering', Dimensions: { service: `catering-${stage}` } };
  return {
    'sweep-dead-letters': {
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: { QueueName: `catering-${stage}-sweep-dead-letters` },
      statistic: { Statistic: 'Maximum' },
      from: 1,
      tells: 'Runs of the sweep that were given up after all tries, and whose messages nobody has removed',
    },
    'sweep-backlog': {
      ...service,
      ...hourly,
      MetricName: 'TasksLeft',
      times: 3,
      tells: 'Tasks that the sweep had no time for, three hours in a row',
    },
    'tasks-failed': {
      ...service,
      ...hourly,
      MetricName: 'TasksFailed',
      times: 2,
      tells: 'Tasks that the sweep could not do, two hours in a row',
    },
  };
};

const toResource = (
  name,
  { from, tells, times = 1, period = FIVE_MINUTES, statistic = { Statistic: 'Sum' }, ...rest },
) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    AlarmName: name,
    AlarmDescription: tells,
    Namespace: rest.Namespace,
    MetricName: rest.MetricName,
    Dimensions: Object.entries(rest.Dimensions).map(([Name, Value]) => ({ Name, Value })),
    ...statistic,
    Period: period,
    EvaluationPeriods: times,
    Threshold: from,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    TreatMissingData: 'notBreaching',
    ...rest.actions,
  },
});

const idOf = (name) => `${name.replace(/(^|-)(\w)/g, (_match, _dash, letter) => letter.toUpperCase())}Alarm`;

/** Without an address, alarms can be seen but are not sent. */
module.exports = async ({ resolveVariable }) => {
  const [stage, address] = [await resolveVariable('sls:stage'), await resolveVariable('param:alarmEmail')];
  const tell = [{ Ref: 'AlarmTopic' }];
  const actions = address ? { AlarmActions: tell, OKActions: tell } : {};
  const table = await resolveVariable('self:custom.tableName');
  const all = { ...alarmsOfCalls(stage), ...alarmsOfLimits(stage, table), ...alarmsOfSweep(stage) };
  const alarms = Object.entries(all).map(([name, alarm]) => [
    idOf(name),
    toResource(`catering-${stage}-${name}`, { ...alarm, actions }),
  ]);
  const topic = {
    Type: 'AWS::SNS::Topic',
    Properties: { TopicName: `catering-${stage}-alarms`, Subscription: [{ Protocol: 'email', Endpoint: address }] },
  };
  const resources = { RateLimitedFilter: refusals, ...Object.fromEntries(alarms) };
  return { Resources: { ...(address ? { AlarmTopic: topic } : {}), ...resources } };
};
