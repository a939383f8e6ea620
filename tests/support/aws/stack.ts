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
  const result = `<DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult>`;
  const server = createServer(async (request, response) => {
    const requestedName = new URLSearchParams(await text(request)).get('StackName');
    const message = `Stack with id ${requestedName} does not exist`;
    const error = `<Error><Type>Sender</Type><Code>ValidationError</Code><Message>${message}</Message></Error>`;
    response.setHeader('content-type', 'text/xml');
    if (requestedName === name) response.end(`<DescribeStacksResponse>${result}</DescribeStacksResponse>`);
    else response.writeHead(400).end(`<ErrorResponse>${error}</ErrorResponse>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
