//! A proxy between clients and a hub that imitates network faults: it cuts links anywhere in a frame, or goes silent.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

/// The longest life of a link, in milliseconds; the shortest is a tenth of it.
const LIFE: u64 = 12_000;
/// One link in so many goes silent instead of being cut: both ends trust it until they miss something.
const SILENT: u32 = 4;
const SILENCE: Duration = Duration::from_secs(20);

#[derive(Clone)]
pub struct Proxy {
    pub address: SocketAddr,
    calm: Arc<AtomicBool>,
    pub cut: Arc<AtomicU64>,
    pub silent: Arc<AtomicU64>,
}

impl Proxy {
    pub async fn start(target: SocketAddr, seed: u64) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let proxy = Self { address, calm: Arc::default(), cut: Arc::default(), silent: Arc::default() };
        let (own, mut dice) = (proxy.clone(), StdRng::seed_from_u64(seed));
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let life = Duration::from_millis(dice.random_range(LIFE / 10..LIFE));
                tokio::spawn(own.clone().link(near, target, life, dice.random_range(0..SILENT) == 0));
            }
        });
        Ok(proxy)
    }

    async fn link(self, mut near: TcpStream, target: SocketAddr, life: Duration, goes_silent: bool) {
        let Ok(mut far) = TcpStream::connect(target).await else { return };
        let _ = (near.set_nodelay(true), far.set_nodelay(true));
        let ends = async {
            tokio::time::sleep(life).await;
            if self.calm.load(Ordering::Relaxed) {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            _ = copy_bidirectional(&mut near, &mut far) => return,
            () = ends => {}
        }
        if goes_silent {
            self.silent.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(SILENCE).await;
        } else {
            self.cut.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Lets new links live from now on.
    pub fn rest(&self) {
        self.calm.store(true, Ordering::Relaxed);
    }
}
