//! The WebAssembly of the npm package: [`Page`](crate::page::Page) for the shell in `npm/src/shell/host.ts`.
//!
//! It imports nothing, so it cannot call the page: what it wants done it returns from `poll`. Only
//! numbers cross, and each has a type on both sides: [`abi`] declares how the types cross, [`exports`] the
//! functions, and [`values`] what the shell reads in memory besides their results. `npm run generate` writes `npm/src/core/` from these declarations.
//!
//! The package does not use wasm-bindgen's JavaScript glue at all: the build throws the glue away,
//! and `host.ts` calls the exports of the WebAssembly itself.

#[macro_use]
pub mod abi;
pub mod exports;
#[cfg(feature = "npm")]
mod state;
pub mod types;
pub mod values;

/// The linker requires a global allocator, since the crate wasm-bindgen names one. The core never
/// allocates, so the allocator does not ship.
#[cfg(all(feature = "npm", target_family = "wasm"))]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());

/// A panic traps without a text: the code that writes the text would be a third of what ships. No
/// input can cause a panic.
#[cfg(all(feature = "npm", target_family = "wasm"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
