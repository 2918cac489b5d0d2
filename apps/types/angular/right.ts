import { Component, signal } from '@angular/core';
import type { EmbedEvent, SessionRequest, SessionState } from 'svc-embed';
import { SVC_EMBED } from 'svc-embed/angular';

@Component({
  selector: 'app-right',
  imports: [SVC_EMBED],
  template: `
    <ngx-svc-embed
      #embed
      title="Sales"
      keep="sales"
      colorScheme="dark"
      loading="lazy"
      removedFilters="reload"
      baseUrl="https://acme.example.com"
      [surface]="{ kind: 'dashboard', publicId: 'sales' }"
      [getSession]="getSession"
      [filters]="[{ member: 'orders.status', operator: 'equals', value: 'completed' }]"
      [renewal]="{ spreadMs: 0 }"
      [theme]="undefined"
      (ready)="ready($event)"
      (drilldown)="member.set($event.payload.member)"
      (session)="session.set($event)"
      (mountFailed)="failed($event)"
    >
      <ng-template svcEmbedLoading><p>Loading</p></ng-template>
      <ng-template svcEmbedError let-error let-retry="retry">
        <button (click)="retry(); failed(error)">Try again</button>
      </ng-template>
    </ngx-svc-embed>
    <button (click)="embed.embed()?.refresh(); embed.retry()">Refresh</button>
    @if (embed.isReady() && embed.failed() === null) {
      {{ session()?.status }}
    }
  `,
})
export class Right {
  readonly member = signal('');
  readonly session = signal<SessionState | null>(null);
  readonly getSession = async ({ reason }: SessionRequest) => reason;

  ready({ payload }: EmbedEvent<'ready'>): string {
    return payload.mode;
  }

  failed(error: unknown): void {
    console.error(error);
  }
}
