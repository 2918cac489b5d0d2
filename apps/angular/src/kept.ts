import { Component } from '@angular/core';
import { SVC_EMBED } from 'svc-embed/angular';
import { getSession, tenant } from './backend';

/** A dashboard that stays when its route is left. */
@Component({
  selector: 'app-kept',
  imports: [SVC_EMBED],
  template: `
    <ngx-svc-embed
      class="place"
      keep="sales"
      [baseUrl]="baseUrl"
      [surface]="{ kind: 'dashboard', publicId: 'sales-overview' }"
      [getSession]="getSession"
    />
  `,
  styles: 'ngx-svc-embed { height: 30rem }',
})
export class Kept {
  readonly getSession = getSession;
  readonly baseUrl = tenant;
}
