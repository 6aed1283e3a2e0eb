//! The provider's login.

pub mod login;
