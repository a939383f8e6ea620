/** What the framework has compiled for CloudFormation, as far as it is changed here. */
interface Template {
  readonly Resources: Record<string, Resource>;
}

interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  DependsOn?: unknown;
}

/** Requests a second, and as many at one moment: of all routes together, and of each route that strangers may call. */
interface Limits {
  readonly all: number;
  readonly open: number;
}

/** The share of `rateLimit` that each route has to itself which needs no sign-in. 0 closes the service. */
export function toLimits(rateLimit: string): Limits {
  return { all: Number(rateLimit), open: Math.ceil(Number(rateLimit) / 2) };
}

/**
 * Lets the gateway invoke all functions by one role, in place of a permission for each, and limits the rate of its
 * routes. `openRoutes` are the keys of those which need no sign-in: people who look at screens cannot use up what those
 * at work have.
 */
export function shapeGateway({ Resources }: Template, openRoutes: ReadonlySet<unknown>, limits: Limits): void {
  const settings: Record<string, unknown> = {};
  const routes: string[] = [];
  for (const [id, { Type, Properties }] of Object.entries(Resources)) {
    if (Type === 'AWS::Lambda::Permission' && Properties['Principal'] === 'apigateway.amazonaws.com') {
      delete Resources[id];
    } else if (Type === 'AWS::ApiGatewayV2::Integration') {
      Properties['CredentialsArn'] = { 'Fn::GetAtt': ['GatewayRole', 'Arn'] };
    } else if (Type === 'AWS::ApiGatewayV2::Route' && openRoutes.has(Properties['RouteKey'])) {
      settings[String(Properties['RouteKey'])] = throttle(limits.open);
      routes.push(id);
    }
  }
  const stage = Resources['HttpApiStage'];
  if (!stage) throw new Error('the framework has compiled no HttpApiStage');
  Object.assign(stage.Properties, { DefaultRouteSettings: throttle(limits.all), RouteSettings: settings });
  // API Gateway refuses settings of routes that do not exist yet.
  stage.DependsOn = [stage.DependsOn ?? [], routes].flat();
}

function throttle(limit: number) {
  return { ThrottlingRateLimit: limit, ThrottlingBurstLimit: limit };
}
