//! scim
