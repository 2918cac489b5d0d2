#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| svc_embed_fuzz::targets::endpoint::run(data));
