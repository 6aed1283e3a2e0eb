//! What people keep with us: pictures, papers, their profile and password; and where they learn.
#![allow(clippy::unwrap_used)]

mod support;

#[path = "profile/documents.rs"]
mod documents;
#[path = "profile/edit.rs"]
mod edit;
#[path = "profile/files.rs"]
mod files;
#[path = "profile/organizations.rs"]
mod organizations;
#[path = "profile/password.rs"]
mod password;
#[path = "profile/pictures.rs"]
mod pictures;
#[path = "profile/s3.rs"]
mod s3;
