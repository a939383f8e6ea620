type Headers = Record<string, unknown>;

/** The part that is used of a request of hapi, the server below serverless-offline. */
interface Request {
  readonly method: string;
  readonly headers: Headers;
  readonly response: { readonly headers: Headers; readonly output?: { readonly headers: Headers } };
}

/** The answers that an extension of hapi may give. */
interface Toolkit {
  readonly continue: symbol;
  response(): { code(status: number): { takeover(): unknown } };
}

/** The part that is used of the server of hapi: the settings of its routes, and its extensions. */
export interface GatewayServer {
  table(): readonly { readonly settings: { readonly payload?: object; readonly response: object } }[];
  ext(event: 'onRequest' | 'onPreResponse', method: (request: Request, toolkit: Toolkit) => unknown): void;
}

/** Disables what the cloud's gateway does not do: refuse a content type or OPTIONS, answer ranges, expose a header twice. */
export function behaveLikeTheCloud(server: GatewayServer): void {
  for (const { settings } of server.table()) {
    if (settings.payload) Object.assign(settings.payload, { override: 'application/octet-stream' });
    Object.assign(settings.response, { ranges: false });
  }
  server.ext('onRequest', ({ method, headers }, toolkit) => {
    if (method !== 'options') return toolkit.continue;
    // Only a preflight gets the CORS headers. In the cloud, `notFound` answers every OPTIONS.
    if (headers['access-control-request-method'] === undefined) delete headers['origin'];
    return toolkit.response().code(204).takeover();
  });
  server.ext('onPreResponse', ({ method, response }, toolkit) => {
    // hapi adds these headers once more.
    if (method !== 'options') delete (response.output ?? response).headers['access-control-expose-headers'];
    return toolkit.continue;
  });
}
