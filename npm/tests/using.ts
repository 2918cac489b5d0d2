// `using`, for compilers whose `lib` knows it.
import { mount, type MountOptions } from 'svc-embed';
import { inspect } from 'svc-embed/inspector';

export async function scoped(options: MountOptions): Promise<void> {
  using embed = await mount('#here', options);
  using inspector = inspect(embed);
  inspector.element.hidden = true;
  const both: Disposable[] = [embed, inspector];
  void both;
}
