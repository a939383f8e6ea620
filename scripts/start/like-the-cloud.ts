type Headers = Record<string, unknown>;

/** What matters of a request of hapi, the server below serverless-offline. */
interface Request {
  readonly method: string;
  readonly headers: Headers;
  readonly response: { readonly headers: Headers; readonly output?: { readonly headers: Headers } };
}

/** What an extension of hapi may answer. */
interface Toolkit {
  readonly continue: symbol;
  response(): { code(status: number): { takeover(): unknown } };
}

/** What matters of the server of hapi, with the settings of its routes. */
export interface GatewayServer {
  table(): readonly { readonly settings: { readonly payload?: object; readonly response: object } }[];
  ext(event: 'onRequest' | 'onPreResponse', method: (request: Request, toolkit: Toolkit) => unknown): void;
}

/**
 * Takes from the local gateway what that of the cloud does not do: to refuse a body for its content type before a
 * function has seen it, to answer a part of what a function has answered, to refuse OPTIONS, and to expose each header
 * twice.
 */
export function behaveLikeTheCloud(server: GatewayServer): void {
  for (const { settings } of server.table()) {
    if (settings.payload) Object.assign(settings.payload, { override: 'application/octet-stream' });
    Object.assign(settings.response, { ranges: false });
  }
  server.ext('onRequest', ({ method, headers }, toolkit) => {
    if (method !== 'options') return toolkit.continue;
    // Only a preflight is told which origins may call. Like any other OPTIONS it is answered by `notFound` in the cloud.
    if (headers['access-control-request-method'] === undefined) delete headers['origin'];
    return toolkit.response().code(204).takeover();
  });
  server.ext('onPreResponse', ({ method, response }, toolkit) => {
    // hapi itself adds them later.
    if (method !== 'options') delete (response.output ?? response).headers['access-control-expose-headers'];
    return toolkit.continue;
  });
}
