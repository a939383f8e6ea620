/** The framework's CloudFormation template, as far as it is changed here. */
interface Template {
  readonly Resources: Record<string, Resource>;
}

interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  DependsOn?: unknown;
}

/** Limits in requests a second, which are also those of a burst: of all routes together, and of each public route. */
interface Limits {
  readonly total: number;
  readonly publicRoute: number;
}

/** Makes the limits from the parameter `rateLimit`: all of it in total, half for each public route. 0 closes the service. */
export function toLimits(rateLimit: string): Limits {
  return { total: Number(rateLimit), publicRoute: Math.ceil(Number(rateLimit) / 2) };
}

/**
 * Changes a template in place: the gateway invokes all functions by one role, without a permission for each, and limits the
 * rate of its routes. `publicRouteKeys` name those that need no sign-in: their callers cannot use up the limit of the others.
 */
export function shapeGateway({ Resources }: Template, publicRouteKeys: ReadonlySet<unknown>, limits: Limits): void {
  const settingsByRouteKey: Record<string, unknown> = {};
  const routeIds: string[] = [];
  for (const [id, { Type, Properties }] of Object.entries(Resources)) {
    if (Type === 'AWS::Lambda::Permission' && Properties['Principal'] === 'apigateway.amazonaws.com') {
      delete Resources[id];
    } else if (Type === 'AWS::ApiGatewayV2::Integration') {
      Properties['CredentialsArn'] = { 'Fn::GetAtt': ['GatewayRole', 'Arn'] };
    } else if (Type === 'AWS::ApiGatewayV2::Route' && publicRouteKeys.has(Properties['RouteKey'])) {
      settingsByRouteKey[String(Properties['RouteKey'])] = throttle(limits.publicRoute);
      routeIds.push(id);
    }
  }
  const stage = Resources['HttpApiStage'];
  if (!stage) throw new Error('the framework has compiled no HttpApiStage');
  Object.assign(stage.Properties, { DefaultRouteSettings: throttle(limits.total), RouteSettings: settingsByRouteKey });
  // API Gateway refuses settings of routes that do not exist yet.
  stage.DependsOn = [stage.DependsOn ?? [], routeIds].flat();
}

function throttle(limit: number) {
  return { ThrottlingRateLimit: limit, ThrottlingBurstLimit: limit };
}
