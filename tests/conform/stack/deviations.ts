/** A difference between moto's resource and the template that AWS would not have. */
interface Deviation {
  readonly type: string;
  /** The message of `compare` about it. */
  readonly words: RegExp;
  readonly why: string;
}

const deviations: readonly Deviation[] = [
  {
    type: 'AWS::DynamoDB::Table',
    words: /^(TimeToLiveSpecification\.Enabled|PointInTimeRecoverySpecification\.\w+): true is false$/,
    why: 'its CloudFormation leaves time to live and point-in-time recovery out',
  },
  {
    type: 'AWS::Lambda::Function',
    words: /^(Architectures\[\]: "arm64" is "x86_64"|TracingConfig\.Mode: "Active" is "PassThrough")$/,
    why: 'its CloudFormation leaves architecture and tracing out',
  },
  {
    type: 'AWS::Lambda::Permission',
    words: /^SourceArn: "arn:aws-cn:(\S+)" is "arn:aws:\1"$/,
    why: 'AWS::Partition is aws for it in every region',
  },
  {
    type: 'AWS::IAM::Role',
    words: /"arn:aws-cn:(\S+)" is "arn:aws:\1"$/,
    why: 'AWS::Partition is aws for it in every region',
  },
  {
    type: 'AWS::IAM::Role',
    words: /kms:ViaService\[\]: "(dynamodb\.[\w-]+\.amazonaws\.com)\.cn" is "\1"$/,
    why: 'AWS::URLSuffix is amazonaws.com for it in every region',
  },
  {
    type: 'AWS::IAM::Role',
    words: /^Policies\[\]\S+: "(\S+):\*" is "\1"$/,
    why: 'the Arn of a log group has no :* at its end there',
  },
  {
    type: 'AWS::ApiGatewayV2::Stage',
    words: /^AccessLogSettings\.DestinationArn: "(\S+):\*" is "\1"$/,
    why: 'the Arn of a log group has no :* at its end there',
  },
];

/** The known reason of a difference; undefined where there is none. */
export function explainDeviation(type: string, words: string): string | undefined {
  return deviations.find((one) => one.type === type && one.words.test(words))?.why;
}
