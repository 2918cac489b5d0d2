#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| svc_embed_fuzz::interpreters::run(data));
