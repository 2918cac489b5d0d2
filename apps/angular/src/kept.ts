import { Component, computed, inject, signal, viewChild } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute } from '@angular/router';
import { SVC_EMBED, type SvcEmbed } from 'svc-embed/angular';
import { getSession, tenant } from './backend';
import { Menu } from './menu';

/** A dashboard that stays when its route is left. */
@Component({
  selector: 'app-kept',
  imports: [Menu, SVC_EMBED],
  template: `
    <app-menu [n]="n()" />
    <button
      class="filter"
      (click)="embed()?.embed()?.setFilter({ member: 'orders.status', value: 'completed' })"
    >
      Completed orders
    </button>
    <pre class="log">{{ log() }}</pre>
    @for (name of [name()]; track name) {
      <ngx-svc-embed
        #embed
        class="place"
        [keep]="name"
        [baseUrl]="baseUrl"
        [surface]="{ kind: 'dashboard', publicId: n() ? 'fulfilment' : 'sales-overview' }"
        [getSession]="getSession"
        (event)="note($event)"
      />
    }
  `,
  styles: 'ngx-svc-embed { height: 30rem }',
})
export class Kept {
  readonly getSession = getSession;
  readonly embed = viewChild<SvcEmbed>('embed');
  readonly baseUrl = tenant;
  readonly log = signal('');
  readonly #params = toSignal(inject(ActivatedRoute).params);
  readonly n = computed(() => Number(this.#params()?.['n'] ?? 0));
  readonly name = computed(() => (this.n() ? `board ${this.n()}` : 'sales'));

  note({ type }: { type: string }) {
    this.log.update((log) => `${log}${type}\n`);
  }
}
