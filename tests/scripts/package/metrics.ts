// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are CloudFormation's
import * as z from 'zod';
import { listByType, type Template } from '../../support/commands/packaging.ts';

/** A metric in an alarm or on the dashboard: dimensions as `name=value`, references to a resource as `{Ref:…}`. */
export interface Metric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: readonly string[];
}

const Reference = z.object({ Ref: z.string() });
/** A value that depends on a parameter: here the one without the parameter. */
const Choice = z
  .object({ 'Fn::If': z.tuple([z.string(), Reference, z.string()]) })
  .transform((one) => one['Fn::If'][1]);
const Dimension = z.object({ Name: z.string(), Value: z.union([z.string(), Reference, Choice]) });
const Watched = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.array(Dimension).default([]),
});
const Alarm = z.union([
  Watched.transform((metric) => [metric]),
  z
    .object({ Metrics: z.array(z.looseObject({ MetricStat: z.object({ Metric: Watched }).optional() })) })
    .transform(({ Metrics }) => Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? [])),
]);

/** The metrics of an alarm. */
export function metricsOfAlarm(properties: unknown): Metric[] {
  return Alarm.parse(properties).map(({ Namespace, MetricName, Dimensions }) => {
    const dimensions = Dimensions.map(
      ({ Name, Value }) => `${Name}=${typeof Value === 'string' ? Value : refer(Value.Ref)}`,
    );
    return { namespace: Namespace, name: MetricName, dimensions };
  });
}

function refer(id: string): string {
  return `{Ref:${id}}`;
}

const Body = z.object({
  'Fn::Sub': z.tuple([z.string(), z.object({ TableName: Choice })]),
});
const Dashboard = z.object({
  widgets: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('alarm'), properties: z.looseObject({ alarms: z.array(z.string()) }) }),
      z.object({
        type: z.literal('metric'),
        properties: z.looseObject({
          region: z.string(),
          metrics: z.array(z.array(z.union([z.string(), z.record(z.string(), z.unknown())]))),
        }),
      }),
    ]),
  ),
});

/** The dashboard's alarms, its metrics, and the names that `Fn::Sub` fills in. */
export function readDashboard(template: Template): { alarms: string[]; metrics: Metric[]; names: string[] } {
  const [dashboard] = listByType(template, 'AWS::CloudWatch::Dashboard');
  const [body, names] = Body.parse(dashboard?.['DashboardBody'])['Fn::Sub'];
  const text = body.replaceAll('${TableName}', `\${${names.TableName.Ref}}`);
  const { widgets } = Dashboard.parse(JSON.parse(text));
  return {
    alarms: widgets.flatMap((widget) => (widget.type === 'alarm' ? widget.properties.alarms : [])),
    metrics: widgets.flatMap((widget) => (widget.type === 'metric' ? widget.properties.metrics.map(toMetric) : [])),
    names: [...text.matchAll(/\$\{([^}]+)\}/g)].map(([, name = '']) => name),
  };
}

/** `[namespace, name, dimension, value, …, options]` */
function toMetric(entry: readonly unknown[]): Metric {
  const [namespace = '', name = '', ...rest] = entry.filter((part) => typeof part === 'string');
  const pairs = Array.from({ length: rest.length / 2 }, (_, index) => rest.slice(2 * index, 2 * index + 2));
  const dimensions = pairs.map(([key, value = '']) => `${key}=${value.replace(/^\$\{(\w+)\}$/, (_, id) => refer(id))}`);
  return { namespace, name, dimensions };
}

const Embedded = z.looseObject({
  _aws: z.object({
    CloudWatchMetrics: z.array(
      z.object({
        Namespace: z.string(),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string(), Unit: z.literal('Count') })),
      }),
    ),
  }),
});

/** The metrics that CloudWatch extracts from a log line in the embedded metric format. */
export function metricsOfLine(line: unknown): (Metric & { value: unknown })[] {
  const { success, data } = Embedded.safeParse(line);
  if (!success) return [];
  return data._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) =>
      Metrics.map(({ Name }) => {
        const dimensions = names.map((name) => `${name}=${data[name]}`);
        return { namespace: Namespace, name: Name, dimensions, value: data[Name] };
      }),
    ),
  );
}

/** AWS's own metrics by namespace, with the names of their dimensions. */
const documented: Readonly<Record<string, readonly string[]>> = {
  'AWS/ApiGateway ApiId,Stage': ['4xx', '5xx', 'Count', 'Latency'],
  'AWS/DynamoDB TableName': [
    'ConsumedReadCapacityUnits',
    'ConsumedWriteCapacityUnits',
    'ReadThrottleEvents',
    'WriteThrottleEvents',
  ],
  'AWS/DynamoDB TableName,Operation': ['SystemErrors'],
  'AWS/Lambda ': ['Throttles', 'ConcurrentExecutions'],
  'AWS/Lambda FunctionName': ['Errors', 'Invocations'],
  'AWS/SQS QueueName': ['ApproximateNumberOfMessagesVisible'],
};

/** Whether AWS writes such a metric with exactly these dimensions. */
export function isDocumented({ namespace, name, dimensions }: Metric): boolean {
  const names = dimensions.map((dimension) => dimension.split('=')[0]);
  return documented[`${namespace} ${names}`]?.includes(name) ?? false;
}
