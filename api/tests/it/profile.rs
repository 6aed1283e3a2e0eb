//! What people keep with us: pictures, papers, their profile and password; and where they learn.

mod documents;
mod edit;
mod files;
mod organizations;
mod password;
pub mod pictures;
mod s3;
