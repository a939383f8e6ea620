import { afterAll, afterEach, beforeEach } from 'vitest';
import { closeContexts, forgetContexts } from '../browser/browser.ts';
import { startTestTable, type TestTable } from '../table/emulator.ts';
import type { Looseness } from '../table/loose-table.ts';
import { type HttpService, serveOverHttp } from './http.ts';
import { ADMIN, startService, type TestService } from './service.ts';
import { Setup } from './setup.ts';

/** Opens a table for the tests of one file, and closes it after them. */
export async function openTable(looseness?: Looseness): Promise<TestTable> {
  const table = await startTestTable(looseness);
  afterAll(() => table.stop());
  return table;
}

/** Opens a service for the tests of one file, and closes it after them. */
export async function openService(): Promise<TestService> {
  const service = await startService();
  afterAll(() => service.stop());
  return service;
}

/** Serves a service over HTTP for the tests of one file. The pages that a test opens are closed after it. */
export async function openHttp(service: TestService): Promise<HttpService> {
  const http = await serveOverHttp(service);
  beforeEach(forgetContexts);
  afterEach(closeContexts);
  afterAll(() => http.stop());
  return http;
}

/** Opens a service with the platform's administrator signed in. */
export async function openPlatform(): Promise<{ service: TestService; admin: string }> {
  const service = await openService();
  return { service, admin: await service.signIn(ADMIN.uid, ADMIN.password) };
}

/** Opens a service with a set-up. */
export async function openSetup(): Promise<{ service: TestService; setup: Setup }> {
  const service = await openService();
  return { service, setup: await Setup.begin(service) };
}
