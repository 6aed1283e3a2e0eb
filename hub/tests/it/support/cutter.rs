//! A link that is cut from time to time, at any point of a frame.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

pub struct Cutter {
    pub address: SocketAddr,
    cuts: Arc<AtomicU64>,
    calm: Arc<AtomicBool>,
}

impl Cutter {
    /// Forwards to `target`; every link is cut after a random time up to `life`.
    pub async fn start(target: SocketAddr, life: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let cutter = Self { address, cuts: Arc::default(), calm: Arc::default() };
        let (cuts, calm) = (cutter.cuts.clone(), cutter.calm.clone());
        tokio::spawn(async move {
            loop {
                let (mut near, _) = listener.accept().await.unwrap();
                let (cuts, calm) = (cuts.clone(), calm.clone());
                tokio::spawn(async move {
                    let Ok(mut far) = TcpStream::connect(target).await else { return };
                    let life = life.mul_f64(rand::random_range(0.1..1.0));
                    let cut = async {
                        tokio::time::sleep(life).await;
                        if calm.load(Ordering::Relaxed) {
                            std::future::pending::<()>().await;
                        }
                    };
                    tokio::select! {
                        _ = copy_bidirectional(&mut near, &mut far) => {}
                        () = cut => drop(cuts.fetch_add(1, Ordering::Relaxed)),
                    }
                });
            }
        });
        cutter
    }

    /// Returns how many links were cut.
    pub fn cuts(&self) -> u64 {
        self.cuts.load(Ordering::Relaxed)
    }

    /// Stops cutting.
    pub fn rest(&self) {
        self.calm.store(true, Ordering::Relaxed);
    }
}
