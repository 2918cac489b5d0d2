//! clone
