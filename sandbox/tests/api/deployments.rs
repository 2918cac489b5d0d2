//! deployments
