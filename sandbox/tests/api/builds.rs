//! builds
