import type { Emulator } from '../../../scripts/start/emulator.ts';

/** Opens an empty DynamoDB at the server with this address, see `LoopbackServer.java`. */
export async function openDatabase(address: string): Promise<Emulator> {
  const answer = await fetch(address, { method: 'POST' });
  const port = await answer.text();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    // It lives as long as its server.
    ended: new Promise(() => {}),
    stop: async () => {
      await fetch(new URL(port, address), { method: 'DELETE' });
    },
  };
}
