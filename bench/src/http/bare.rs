//! The limit of the stack: axum with one handler that answers the same bytes.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Result;
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::post;
use axum::serve::ListenerExt as _;
use bytes::Bytes;
use clap::Args;
use tokio::net::{TcpListener, TcpStream};

#[derive(Args)]
pub struct Options {
    #[arg(long)]
    address: SocketAddr,
    /// File with the bytes to answer
    #[arg(long)]
    answer: PathBuf,
}

pub fn run(options: &Options) -> Result<()> {
    let answer = Bytes::from(std::fs::read(&options.answer)?);
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let handler = async move |_question: Bytes| ([(CONTENT_TYPE, "application/json")], answer.clone());
        let listener = TcpListener::bind(options.address).await?.tap_io(|stream: &mut TcpStream| {
            let _ = stream.set_nodelay(true);
        });
        Ok(axum::serve(listener, Router::new().route("/api/home", post(handler))).await?)
    })
}
