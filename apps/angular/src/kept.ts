import { Component, signal } from '@angular/core';
import { SVC_EMBED } from 'svc-embed/angular';
import { getSession, tenant } from './backend';
import { Menu } from './menu';

/** A dashboard that stays when its route is left. */
@Component({
  selector: 'app-kept',
  imports: [Menu, SVC_EMBED],
  template: `
    <app-menu />
    <button
      class="filter"
      (click)="embed.embed()?.setFilter({ member: 'orders.status', value: 'completed' })"
    >
      Completed orders
    </button>
    <pre class="log">{{ log() }}</pre>
    <ngx-svc-embed
      #embed
      class="place"
      keep="sales"
      [baseUrl]="baseUrl"
      [surface]="{ kind: 'dashboard', publicId: 'sales-overview' }"
      [getSession]="getSession"
      (event)="note($event)"
    />
  `,
  styles: 'ngx-svc-embed { height: 30rem }',
})
export class Kept {
  readonly getSession = getSession;
  readonly baseUrl = tenant;
  readonly log = signal('');

  note({ type }: { type: string }) {
    this.log.update((log) => `${log}${type}\n`);
  }
}
