import { Component } from '@angular/core';
import { SVC_EMBED } from 'svc-embed/angular';

@Component({
  selector: 'app-wrong',
  imports: [SVC_EMBED],
  template: `
    <ngx-svc-embed
      baseUrl="https://acme.example.com"
      colorScheme="sepia"
      [surface]="{ kind: 'dashboard', publicId: 'sales' }"
      [filters]="[{ membre: 'orders.status', value: 'completed' }]"
      [getSesion]="getSession"
      (drilldown)="text = $event.payload.membre"
    />
    <ngx-svc-embed [surface]="{ kind: 'chat' }" />
    <ng-template svcEmbedError let-retry="retri">{{ retry }}</ng-template>
  `,
})
export class Wrong {
  text = '';
  readonly getSession = async () => 'id';
}
