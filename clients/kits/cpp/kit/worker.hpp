// The thread on which bots think: one for a program, so the streams are read meanwhile.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace bessemer::kit {

// It is never destroyed: a bot that thinks for ever keeps it.
class Worker {
  public:
    // Does `job` after those that were given before.
    void post(std::function<void()> job) {
        std::lock_guard lock(mutex_);
        jobs_.push_back(std::move(job));
        if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
        has_jobs_.notify_one();
    }

    // Waits until all jobs are done, for so long; whether they are.
    bool is_done_within(std::chrono::seconds patience) {
        std::unique_lock lock(mutex_);
        return is_idle_.wait_for(lock, patience, [this] { return jobs_.empty() && !is_busy_; });
    }

  private:
    void work() {
        std::unique_lock lock(mutex_);
        for (;;) {
            has_jobs_.wait(lock, [this] { return !jobs_.empty(); });
            auto job = std::move(jobs_.front());
            jobs_.pop_front();
            is_busy_ = true;
            lock.unlock();
            job();
            lock.lock();
            is_busy_ = false;
            if (jobs_.empty()) is_idle_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable has_jobs_, is_idle_;
    std::deque<std::function<void()>> jobs_;
    bool is_busy_ = false;
    std::thread thread_;
};

}  // namespace bessemer::kit
