import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** CloudFormation with one stack, as far as a deployment asks for it, on 127.0.0.1. */
export interface StackServer {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Serves a stack with these outputs. */
export async function serveStack(name: string, outputs: Readonly<Record<string, string>>): Promise<StackServer> {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const stack = `<StackName>${name}</StackName><Outputs>${members.join('')}</Outputs>`;
  const found = `<DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult>`;
  const server = createServer(async (request, response) => {
    const asked = new URLSearchParams(await text(request)).get('StackName');
    const message = `Stack with id ${asked} does not exist`;
    const error = `<Error><Type>Sender</Type><Code>ValidationError</Code><Message>${message}</Message></Error>`;
    response.setHeader('content-type', 'text/xml');
    if (asked === name) response.end(`<DescribeStacksResponse>${found}</DescribeStacksResponse>`);
    else response.writeHead(400).end(`<ErrorResponse>${error}</ErrorResponse>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof place === 'object' ? place?.port : ''}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
