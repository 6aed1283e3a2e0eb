//! Data that users keep with us: pictures, papers, their profile and password; and their place of study.

mod documents;
mod edit;
mod files;
mod organizations;
mod password;
pub mod pictures;
mod s3;
