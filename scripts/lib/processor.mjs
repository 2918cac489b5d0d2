// What a test measures that must hold on a busy machine, too: other processes take the clock's time, but not
// the processor's time of this process.

/** The processor's time that this process has taken so far, in milliseconds. */
export function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
