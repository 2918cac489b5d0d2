import { Component, signal } from '@angular/core';
import type { SessionState } from 'svc-embed';
import { SVC_EMBED } from 'svc-embed/angular';
import { getSession, tenant } from './backend';

/** A dashboard, and what it says. */
@Component({
  selector: 'app-sales',
  imports: [SVC_EMBED],
  template: `
    <button id="filter" (click)="status.set('completed')">Completed orders</button>
    <button id="paint" (click)="theme.set({ primaryColor: '#b3261e' })">Paint</button>
    <output id="session">{{ session()?.status }}, renewals: {{ session()?.renewals }}</output>
    <output id="member">{{ member() }}</output>
    <pre id="log">{{ log() }}</pre>
    <ngx-svc-embed
      #embed
      [baseUrl]="baseUrl"
      [surface]="{ kind: 'dashboard', publicId: 'sales-overview' }"
      [getSession]="getSession"
      [theme]="theme()"
      [filters]="[
        status()
          ? { member: 'orders.status', value: status() }
          : { member: 'orders.region', value: 'Europe' },
      ]"
      (event)="note($event)"
      (drilldown)="member.set($event.payload.member)"
      (session)="session.set($event)"
    >
      <ng-template svcEmbedLoading><p id="loading">The dashboard is being loaded.</p></ng-template>
      <ng-template svcEmbedError let-error let-retry="retry">
        <p id="failure">{{ $any(error).code }}</p>
        <button id="retry" (click)="retry()">Try again</button>
      </ng-template>
    </ngx-svc-embed>
    <output id="is-ready">{{ embed.isReady() }}</output>
  `,
  styles: 'ngx-svc-embed { height: 50rem }',
})
export class Sales {
  readonly getSession = getSession;
  readonly baseUrl = tenant;
  readonly status = signal('');
  readonly theme = signal({ primaryColor: '#123456' });
  readonly session = signal<SessionState | null>(null);
  readonly member = signal('');
  readonly log = signal('');

  note({ type }: { type: string }) {
    this.log.update((log) => `${log}${type}\n`);
  }
}
