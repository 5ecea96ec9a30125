/* A clock that a test can set: preloaded into every process of a site, it adds to the time of day
 * the seconds that stand in the shared file named by CHANCELLERY_CLOCK. Clocks that nobody sets
 * (CLOCK_MONOTONIC) go on as they are, as they do when a real clock is set. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t none = 0;

static int64_t step(void) {
    static volatile int64_t *shared = NULL;
    if (!shared) {
        const char *path = getenv("CHANCELLERY_CLOCK");
        int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
        void *page = file < 0 ? MAP_FAILED : mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
        if (file >= 0) close(file);
        shared = page == MAP_FAILED ? &none : page;
    }
    return *shared;
}

int clock_gettime(clockid_t which, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *) = NULL;
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int answer = real(which, now);
    if (!answer && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) now->tv_sec += step();
    return answer;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    static int (*real)(struct timeval *, void *) = NULL;
    if (!real) real = dlsym(RTLD_NEXT, "gettimeofday");
    int answer = real(now, zone);
    if (!answer) now->tv_sec += step();
    return answer;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}
