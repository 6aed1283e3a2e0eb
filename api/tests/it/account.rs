//! Signing in through a real OpenID Connect provider, staying signed in, signing out.

pub mod browser;
mod devices;
mod leaving;
mod password;
mod sessions;
mod sign_in;
mod suspended;
