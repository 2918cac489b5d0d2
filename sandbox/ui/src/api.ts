// The service's internal API, as this page uses it.

import type { Surface } from './protocol';
import type { Filter } from './filters';

export interface OpenedSession {
  token: string;
  mode: 'signed' | 'private';
  now: number;
  expiresAt: number | null;
  expiringAt: number | null;
  embedTenant: string | null;
  settings: Record<string, unknown> | null;
  theme: Record<string, unknown> | null;
  /** The account's default time zone. */
  timezone: string | null;
  /** The deployment, if the session is for only one. */
  deploymentId: number | null;
}

export type Member = `orders.${string}`;
export type Row = Record<string, string | number | null>;

export interface Range {
  unit: 'day' | 'month';
  count: number;
  back?: number;
}

export interface Query {
  measures: Member[];
  dimensions?: Member[];
  granularity?: 'day' | 'month';
  range?: Range;
  filters?: Filter[];
  timezone?: string;
  order?: { measure: Member; direction: 'asc' | 'desc' };
  limit?: number;
}

export interface Order {
  number: string;
  createdAt: number;
  customer: string;
  region: string;
  category: string;
  product: string;
  status: string;
  amount: number;
}

export interface OrdersRequest {
  range: Range | undefined;
  filters: Filter[];
  timezone: string;
  limit: number;
}

export interface DashboardSummary {
  publicId: string;
  title: string;
  description: string | null;
}

/** The charts that the pages draw: of the kind `vega` a line over time, and bars by a dimension. */
export type ChartConfig =
  | { kind: 'kpi'; measure: Member; good: 'up' | 'down' }
  | { kind: 'vega'; measure: Member; by: Member }
  | { kind: 'table' };

export interface WidgetConfig {
  id: string;
  type: string;
  position: { w: number };
  /** Any JSON, unless the widget is a chart that the pages draw. */
  config?: unknown;
}

export interface Dashboard extends DashboardSummary {
  config: { widgets: WidgetConfig[] };
}

export interface Answer {
  chatId: string;
  agentId: string;
  /** Null if the question was not understood. */
  measure: Member | null;
  dimension: Member | null;
  rows: Row[];
}

/** An answer that is not a success. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

let token: string | null = null;
let lapsed = () => {};

export function useToken(fresh: string): void {
  token = fresh;
}

/** Called when the service reports that the session has lapsed. */
export function onLapsed(listener: () => void): void {
  lapsed = listener;
}

/** What is exchanged for a session: an id, the claim of a strict service, or nothing. */
export type Credential = { sessionId: string } | { claim: string } | Record<string, never>;

export function openSession(surface: Surface, credential: Credential): Promise<OpenedSession> {
  return call('POST', '/embed/api/session', { surface, ...credential });
}

export async function dashboards(deploymentId: number): Promise<DashboardSummary[]> {
  const path = `/embed/api/dashboards?deploymentId=${deploymentId}`;
  return (await data<{ items: DashboardSummary[] }>('GET', path)).items;
}

export function dashboard(publicId: string): Promise<Dashboard> {
  return data('GET', `/embed/api/dashboards/${encodeURIComponent(publicId)}`);
}

export async function query(query: Query): Promise<Row[]> {
  return (await data<{ rows: Row[] }>('POST', '/embed/api/query', query)).rows;
}

export function orders(request: OrdersRequest): Promise<{ rows: Order[]; total: number }> {
  return data('POST', '/embed/api/orders', request);
}

export function ask(question: {
  question: string;
  chatId: string;
  filters: Filter[];
  timezone: string;
}): Promise<Answer> {
  return data('POST', '/embed/api/chat', question);
}

async function data<T>(method: string, path: string, body?: unknown): Promise<T> {
  const used = token;
  try {
    return await call(method, path, body);
  } catch (error) {
    // The token was replaced meanwhile: the answer says nothing about the present session.
    if (error instanceof HttpError && error.status === 401 && used === token) lapsed();
    throw error;
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(path, { method, headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as T & { error?: string };
  if (!response.ok) throw new HttpError(response.status, answer.error ?? response.statusText);
  return answer;
}
